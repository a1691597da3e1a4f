"""What makes the course and keeps it in order; nothing here is installed with kernelkit."""
