"""The documentation as a site: pages gathered from the repository, reference made from the code, built into `build/site`."""
