"""Sources: data that is no plain file here is brought here, unpacked or exported, and then read like one."""
