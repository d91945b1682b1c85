package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// The configuration files in the folder of a checkpoint, such as `config.json`. Reads each file
/// once, when it is first requested, so that all conclusions follow from the same text.
/// Thread-safe.
public final class ConfigurationFiles {

  /// The content of a file.
  ///
  /// @param text without a byte order mark; empty if the file does not exist, is unreadable, or
  ///   exceeds 4 MiB
  /// @param hasByteOrderMark true if the text is in UTF-16, or in UTF-8 with a byte order mark;
  ///   Python accepts neither as JSON
  /// @param isTooLong true if the file exceeds 4 MiB
  /// @param failure the reason why an existing file cannot be read
  public record Content(
      String text, boolean hasByteOrderMark, boolean isTooLong, Optional<Finding> failure) {

    private static final Content NONE = new Content("", false, false, Optional.empty());
    private static final Content TOO_LONG = new Content("", false, true, Optional.empty());

    private static Content of(byte[] bytes) {
      String text = SmallFiles.decoded(bytes);
      int begin = bytes.length < 2 ? 0 : ByteBuffer.wrap(bytes).getShort() & 0xffff;
      // 0xefbb begins the mark in UTF-8.
      boolean isMarked = begin == 0xfeff || begin == 0xfffe || begin == 0xefbb;
      return new Content(text, isMarked, false, Optional.empty());
    }
  }

  private final Path folder;
  private final Map<String, Content> contents = new ConcurrentHashMap<>();

  ConfigurationFiles(Path folder) {
    this.folder = folder;
  }

  public Content content(String name) {
    return contents.computeIfAbsent(name, each -> read(folder.resolve(each)));
  }

  private static Content read(Path file) {
    if (!Files.isRegularFile(file)) {
      return Content.NONE;
    }
    try (ByteSource bytes = ByteSource.open(file)) {
      return bytes.length() > SmallFiles.MAX_CONFIGURATION_BYTES
          ? Content.TOO_LONG
          : Content.of(bytes.read(0, (int) bytes.length()));
    } catch (NoSuchFileException e) {
      return Content.NONE;
    } catch (IOException e) {
      return new Content("", false, false, Optional.of(ReadFailures.finding(e)));
    }
  }

  /// Returns the text of a file. See [Content#text].
  public String text(String name) {
    return content(name).text();
  }

  /// Returns true if a folder entry with this name exists, readable or not.
  public boolean exists(String name) {
    return Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /// Returns true if a file with this name exists.
  public boolean isFile(String name) {
    return Files.isRegularFile(folder.resolve(name));
  }
}
