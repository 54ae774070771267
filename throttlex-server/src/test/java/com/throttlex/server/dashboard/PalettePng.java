package com.throttlex.server.dashboard;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Writes a picture of a page as PNG with a palette of 256 colours, a third of the size. */
final class PalettePng {
  private static final int COLOURS = 256;

  /** The square of the least distance of two colours. */
  private static final int LEAST_DISTANCE = 100;

  private static final int RGB = 0xffffff;

  private PalettePng() {}

  static void write(byte[] png, Path file) throws IOException {
    BufferedImage all = ImageIO.read(new ByteArrayInputStream(png));
    int[] pixels = all.getRGB(0, 0, all.getWidth(), all.getHeight(), null, 0, all.getWidth());
    Map<Integer, AtomicInteger> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.computeIfAbsent(pixel & RGB, c -> new AtomicInteger()).incrementAndGet();
    }
    int[] palette = mostCommon(counts);
    IndexColorModel model =
        new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
    BufferedImage few =
        new BufferedImage(all.getWidth(), all.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
    Map<Integer, Integer> nearest = new HashMap<>();
    byte[] indices = new byte[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      indices[i] = nearest.computeIfAbsent(pixels[i] & RGB, c -> nearest(c, palette)).byteValue();
    }
    few.getRaster().setDataElements(0, 0, all.getWidth(), all.getHeight(), indices);
    write(few, file);
  }

  /** Returns the most common colours that differ, so that a rare colour does not become grey. */
  private static int[] mostCommon(Map<Integer, AtomicInteger> counts) {
    List<Integer> colours =
        counts.entrySet().stream()
            .sorted((a, b) -> b.getValue().get() - a.getValue().get())
            .map(Map.Entry::getKey)
            .toList();
    int[] palette = new int[COLOURS];
    int size = 0;
    for (int i = 0; i < colours.size() && size < COLOURS; i++) {
      int colour = colours.get(i);
      int[] taken = Arrays.copyOf(palette, size);
      if (size == 0 || distance(colour, taken[nearest(colour, taken)]) > LEAST_DISTANCE) {
        palette[size++] = colour;
      }
    }
    return Arrays.copyOf(palette, size);
  }

  private static int nearest(int colour, int[] palette) {
    int best = 0;
    for (int i = 1; i < palette.length; i++) {
      if (distance(colour, palette[i]) < distance(colour, palette[best])) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int a, int b) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int difference = (a >> shift & 0xff) - (b >> shift & 0xff);
      sum += difference * difference;
    }
    return sum;
  }

  private static void write(BufferedImage image, Path file) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageWriteParam param = writer.getDefaultWriteParam();
    param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    param.setCompressionQuality(0);
    try (OutputStream bytes = Files.newOutputStream(file);
        ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), param);
    } finally {
      writer.dispose();
    }
  }
}
