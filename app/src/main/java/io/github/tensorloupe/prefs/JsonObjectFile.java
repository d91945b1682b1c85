package io.github.tensorloupe.prefs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// A file that holds one JSON object. Blocks the calling thread.
///
/// @param path of the file, which need not be there
/// @param mostBytes a longer file counts as one that holds no JSON
/// @param failure the sentence for a file that is there and cannot be read, with a `%s` each for
///   its path and the reason
public record JsonObjectFile(Path path, long mostBytes, String failure) {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /// The object; empty where there is no file, or none that holds one JSON object.
  ///
  /// @throws IOException if the file is there and cannot be read; the message is a sentence
  public Optional<ObjectNode> read() throws IOException {
    try {
      return Files.size(path) <= mostBytes
              && JSON.readTree(Files.readAllBytes(path)) instanceof ObjectNode members
          ? Optional.of(members)
          : Optional.empty();
    } catch (NoSuchFileException | JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IOException(
          failure.formatted(PathText.of(path), ReadFailures.finding(e).message()), e);
    }
  }

  /// The object, or a new one without members.
  ///
  /// @throws IOException as [#read()]
  public ObjectNode readOrNew() throws IOException {
    return read().orElseGet(JSON::createObjectNode);
  }

  /// Puts an object in place of what the file holds.
  ///
  /// @throws IOException if that fails; the message is a sentence, and the file is as it was
  public void write(ObjectNode members) throws IOException {
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(members);
    WholeFile.write(path, out -> out.write(bytes));
  }
}
