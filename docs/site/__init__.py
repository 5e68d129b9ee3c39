"""The documentation as a site: pages of the repository, reference made from the code, built into `build/site`."""
