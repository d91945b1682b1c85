package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// The configuration files in the folder of a checkpoint, such as `config.json`. Reads each file
/// once, when it is first requested, so that all conclusions follow from the same text.
/// Thread-safe.
public final class ConfigurationFiles {

  /// The content of a file. Thread-safe.
  public static final class Content {

    private static final Content NONE = new Content("", false, false, Optional.empty());
    private static final Content TOO_LONG = new Content("", false, true, Optional.empty());

    private final String text;
    private final boolean hasByteOrderMark;
    private final boolean isTooLong;
    private final Optional<Finding> failure;
    private Object parsed;

    private Content(
        String text, boolean hasByteOrderMark, boolean isTooLong, Optional<Finding> failure) {
      this.text = text;
      this.hasByteOrderMark = hasByteOrderMark;
      this.isTooLong = isTooLong;
      this.failure = failure;
    }

    private static Content of(byte[] bytes) {
      return new Content(
          SmallFiles.decoded(bytes), SmallFiles.hasByteOrderMark(bytes), false, Optional.empty());
    }

    private static Content unread(IOException failure) {
      return new Content("", false, false, Optional.of(ReadFailures.finding(failure)));
    }

    /// Returns the text without a byte order mark, or an empty string if the file does not exist,
    /// is unreadable, or exceeds 4 MiB.
    public String text() {
      return text;
    }

    /// Returns true if the text is in UTF-16, or in UTF-8 with a byte order mark. Python accepts
    /// neither as JSON.
    public boolean hasByteOrderMark() {
      return hasByteOrderMark;
    }

    /// Returns true if the file exceeds 4 MiB.
    public boolean isTooLong() {
      return isTooLong;
    }

    /// Returns the reason why an existing file cannot be read.
    public Optional<Finding> failure() {
      return failure;
    }

    /// Returns the parsed text, which many checkpoints in one folder share.
    ///
    /// @param parser always the same function
    @SuppressWarnings("unchecked")
    public synchronized <T> T parsed(Function<String, T> parser) {
      if (parsed == null) {
        parsed = parser.apply(text);
      }
      return (T) parsed;
    }
  }

  /// Returns the configuration files of checkpoints. Keeps the files of the last folder until one
  /// of them changes, so that many checkpoints in one folder share them. Thread-safe.
  public static final class Folders {

    private final AtomicReference<ConfigurationFiles> last = new AtomicReference<>();

    public ConfigurationFiles of(Path checkpoint) {
      Path folder = folderOf(checkpoint);
      ConfigurationFiles known = last.get();
      if (known == null || !known.folder.equals(folder) || !known.isCurrent()) {
        known = new ConfigurationFiles(folder);
        last.set(known);
      }
      return known;
    }
  }

  private final Path folder;
  private final Map<String, Content> contents = new ConcurrentHashMap<>();

  /// The stamps of the files before they were read.
  private final Map<String, Optional<FileStamp>> stamps = new ConcurrentHashMap<>();

  private ConfigurationFiles(Path folder) {
    this.folder = folder;
  }

  /// @param checkpoint a file in the folder
  public static ConfigurationFiles nextTo(Path checkpoint) {
    return new ConfigurationFiles(folderOf(checkpoint));
  }

  private static Path folderOf(Path checkpoint) {
    return checkpoint.toAbsolutePath().resolveSibling("");
  }

  public Content content(String name) {
    return contents.computeIfAbsent(
        name,
        each -> {
          stamps.put(each, FileStamp.of(folder.resolve(each)));
          return read(folder.resolve(each));
        });
  }

  /// Returns the paths of the files that were requested, existing or not.
  public Stream<Path> paths() {
    return contents.keySet().stream().map(folder::resolve);
  }

  private boolean isCurrent() {
    // Files on a server are read in one state.
    return SourceFileSystem.of(folder).isPresent()
        || stamps.entrySet().stream()
            .allMatch(each -> each.getValue().equals(FileStamp.of(folder.resolve(each.getKey()))));
  }

  private static Content read(Path file) {
    if (!Files.isRegularFile(file)) {
      boolean isBroken = Files.isSymbolicLink(file) && Files.notExists(file);
      return isBroken ? Content.unread(new NoSuchFileException(file.toString())) : Content.NONE;
    }
    try (ByteSource bytes = ByteSource.open(file)) {
      return bytes.length() > SmallFiles.MAX_CONFIGURATION_BYTES
          ? Content.TOO_LONG
          : Content.of(bytes.read(0, (int) bytes.length()));
    } catch (NoSuchFileException e) {
      return Content.NONE;
    } catch (IOException e) {
      return Content.unread(e);
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

  /// Returns true if `adapter_config.json` belongs to an adapter of another name in the folder.
  ///
  /// @param name the file name of an adapter
  public boolean hasOtherAdapter(String name) {
    return !name.startsWith("adapter_model") && isFile(AdapterNames.WEIGHTS);
  }

  /// Returns true if a file with this name exists.
  public boolean isFile(String name) {
    return Files.isRegularFile(folder.resolve(name));
  }
}
