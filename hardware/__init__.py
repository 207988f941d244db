"""Everything to build the device: drawings, boards, enclosure and tables, generated from the firmware's board file."""
