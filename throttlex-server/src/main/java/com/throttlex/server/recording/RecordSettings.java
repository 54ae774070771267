package com.throttlex.server.recording;

import java.nio.file.Path;

/**
 * The settings of the recorder.
 *
 * @param file the file; rotated files are next to it
 * @param share the part of clients whose requests are recorded, more than 0 and at most 1
 * @param maxBytes the size at which the file is rotated
 * @param maxFiles the number of rotated files that are kept
 */
public record RecordSettings(Path file, double share, long maxBytes, int maxFiles) {}
