package io.github.tensorloupe.integrity.manifest;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;

/// Breaks the lines of a manifest: between the members of the whole, between files and between
/// tensors.
final class ManifestLines extends MinimalPrettyPrinter {

  private static final long serialVersionUID = 1L;

  private static final int OF_MANIFEST = 1;
  private static final int OF_FILES = 2;
  private static final int OF_TENSORS = 4;

  private static int depth(JsonGenerator json) {
    int depth = 0;
    for (JsonStreamContext at = json.getOutputContext(); at != null; at = at.getParent()) {
      depth++;
    }
    return depth - 1;
  }

  private static void separate(JsonGenerator json, String otherwise) throws IOException {
    int depth = depth(json);
    boolean breaks = depth == OF_MANIFEST || depth == OF_FILES || depth == OF_TENSORS;
    json.writeRaw(breaks ? "\n" + " ".repeat(depth == OF_TENSORS ? 3 : depth) : otherwise);
  }

  @Override
  public void beforeObjectEntries(JsonGenerator json) throws IOException {
    separate(json, "");
  }

  @Override
  public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
    json.writeRaw(": ");
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
    json.writeRaw(',');
    separate(json, " ");
  }

  @Override
  public void beforeArrayValues(JsonGenerator json) throws IOException {
    separate(json, "");
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
    json.writeRaw(',');
    separate(json, " ");
  }
}
