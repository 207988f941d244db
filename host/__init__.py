"""The command `roost` and all that runs on a computer: replay, drawings, the simulator, simulated players."""
