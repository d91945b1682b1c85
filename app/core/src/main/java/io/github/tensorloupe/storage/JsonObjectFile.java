package io.github.tensorloupe.storage;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.text.Sentence;

/// A file that contains a single JSON object. All methods block the calling thread.
///
/// @param path the path of the file, which need not exist
/// @param maxBytes the maximum length; a longer file counts as damaged
/// @param failure the key of the [Sentence] for read failures, with the path and the reason as
///   arguments
public record JsonObjectFile(Path path, long maxBytes, String failure) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /// Returns a file in the settings folder, or empty if the folder does not exist.
  ///
  /// @param name the name of the file, which need not exist
  public static Optional<JsonObjectFile> find(
      Folders folders, String name, long maxBytes, String failure) {
    return folders
        .config()
        .map(folder -> new JsonObjectFile(folder.resolve(name), maxBytes, failure));
  }

  /// Returns the object, or empty if the file does not exist.
  ///
  /// @throws SentenceException if the file cannot be read or does not contain a JSON object
  public Optional<ObjectNode> read() throws SentenceException {
    try {
      return Optional.of(object());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (SentenceException e) {
      String damagedName = PathText.of(damagedPath().getFileName());
      Sentence next = Sentence.of("It will be kept as {0} before it is overwritten.", damagedName);
      throw new SentenceException(
          Sentence.of(failure, PathText.of(path), e.sentence().then(next)), e);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// Returns the object. Unlike in [#read], the message of a [SentenceException] does not name the
  /// file.
  ///
  /// @throws NoSuchFileException if the file does not exist
  /// @throws SentenceException if the file is too long or does not contain a JSON object
  public ObjectNode object() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // Reading a pipe could block forever, and a device must not be replaced.
      throw new FileSystemException(path.toString(), null, TrustedPaths.NOT_REGULAR);
    }
    if (attributes.size() > maxBytes) {
      throw new SentenceException(Sentence.of("It is longer than {0} bytes.", maxBytes));
    }
    try {
      if (JSON.readTree(Files.readAllBytes(path)) instanceof ObjectNode members) {
        return members;
      }
      throw new SentenceException(Sentence.of("It contains no JSON object."));
    } catch (JsonProcessingException e) {
      throw new SentenceException(
          e.getLocation() == null
              ? Sentence.of("It contains no JSON.")
              : Sentence.of(
                  "It is not JSON at line {0}, column {1}.",
                  String.valueOf(e.getLocation().getLineNr()),
                  String.valueOf(e.getLocation().getColumnNr())));
    }
  }

  /// Returns the exception to throw if reading the file fails.
  public SentenceException unreadable(IOException reason) {
    return new SentenceException(
        Sentence.of(failure, PathText.of(path), ReadFailures.finding(reason).sentence()), reason);
  }

  /// Returns an unused path for the damaged file in its folder, which is the folder of the target
  /// if `path` is a link.
  public Path damagedPath() {
    Path real = AtomicFile.target(path);
    Path damaged = real.resolveSibling(real.getFileName() + ".damaged");
    for (int number = 2; Files.exists(damaged, LinkOption.NOFOLLOW_LINKS); number++) {
      damaged = real.resolveSibling(real.getFileName() + ".damaged-" + number);
    }
    return damaged;
  }
}
