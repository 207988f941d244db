"""`roost sim`: the firmware in a child process, and a web page that shows the device and plays on it."""
