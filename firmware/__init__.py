"""What runs on the device: the table, its screens, lights and sounds, the journal, the serial link and the drivers."""
