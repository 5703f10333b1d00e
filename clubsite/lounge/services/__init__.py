"""Services of the lounge: matches, the seats at them, and the robot's acts."""
