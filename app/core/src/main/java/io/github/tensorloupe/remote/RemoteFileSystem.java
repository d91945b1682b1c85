package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.remote.RemoteTree.Entry;
import io.github.tensorloupe.remote.ServerReason.NotThereException;
import io.github.tensorloupe.remote.Transport.Asker;
import io.github.tensorloupe.remote.Transport.Part;
import io.github.tensorloupe.work.Cancellation;
import java.lang.ref.SoftReference;
import java.nio.file.spi.FileSystemProvider;

/// The files behind one address, as a file system, so that whatever reads a file reads one there.
/// The server is asked once, when somebody wants to know: from then on it is one state.
///
/// Thread-safe; blocks the calling thread. Nothing can be written.
public final class RemoteFileSystem extends SourceFileSystem {

  /// A checkpoint that can be opened.
  ///
  /// @param path of its index, of its file, or of the folder of its shards
  /// @param name in the repository: that of its index or its file, or a pattern of its shards
  /// @param byteLength of its files together, as far as the server tells
  public record Offered(Path path, String name, int fileCount, long byteLength) {}

  /// A file that was opened.
  ///
  /// @param first what the first question gave, for whoever opens it again: some commands do so for
  ///   each step
  private record Seen(FileStamp stamp, SoftReference<Part> first) {}

  /// The first question for a lone file, which covers most headers.
  static final int FIRST_BYTES = 512 << 10;

  /// The first questions for the files of a set, most of which have short headers, fetch so much
  /// together at the least.
  private static final int SET_BYTES = 3 << 19;

  private static final int SHORT_HEADER_BYTES = 4 << 10;

  private final RemoteAccess access;
  private final Address address;
  private final Traffic traffic = new Traffic();
  private final Allowance allowance;
  private final String server;
  private final RemotePath start;
  private final RemoteProvider provider = new RemoteProvider();
  private final Map<RemotePath, Seen> seen = new ConcurrentHashMap<>();

  /// Checksums of the ranges that were fetched, by the state of their file.
  private final Map<FileStamp, Map<ByteRange, Integer>> checksums = new ConcurrentHashMap<>();

  /// The shortest of the headers of a set that were seen, by which the others are asked for.
  private final AtomicLong shortestHeader = new AtomicLong(Long.MAX_VALUE);

  private RemoteTree tree;
  private IOException failure;

  RemoteFileSystem(RemoteAccess access, Address address, Allowance.Consent consent) {
    this.access = access;
    this.address = address;
    this.start = start(address);
    URI uri = address instanceof Address.Web(URI web) ? web : access.settings().endpoint();
    this.server = Origin.of(uri).toString();
    this.allowance = new Allowance(server, consent);
  }

  private RemotePath start(Address at) {
    return switch (at) {
      case Address.Hub hub -> hubFolder(hub).resolve(hub.file());
      case Address.Web(URI uri) ->
          root(uri.getScheme() + "://" + uri.getRawAuthority() + "/")
              .resolve(uri.getPath())
              .normalize();
    };
  }

  private RemotePath hubFolder(Address.Hub hub) {
    return root(Address.HUB_PREFIX).resolve(hub.folder().substring(Address.HUB_PREFIX.length()));
  }

  private RemotePath root(String text) {
    return new RemotePath(this, text, List.of());
  }

  /// True if the address is that of a repository and of no file in it.
  public boolean isRepository() {
    return address instanceof Address.Hub hub && hub.file().isEmpty();
  }

  /// The path that the address itself stands for.
  public Path start() {
    return start;
  }

  Address address() {
    return address;
  }

  boolean hasQuery() {
    return address instanceof Address.Web(URI uri) && uri.getRawQuery() != null;
  }

  public Traffic traffic() {
    return traffic;
  }

  /// Returns the checksums of the fetched ranges of a state of a file, a map to be added to.
  Map<ByteRange, Integer> checksums(FileStamp state) {
    return checksums.computeIfAbsent(state, _ -> new ConcurrentHashMap<>());
  }

  Allowance allowance() {
    return allowance;
  }

  RemoteAccess access() {
    return access;
  }

  /// The server that was asked first, for people.
  public String server() {
    return server;
  }

  /// The listing of the server. Asks once; where that fails, it fails in the same way again.
  synchronized RemoteTree tree() throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (tree == null) {
      try {
        tree =
            switch (address) {
              case Address.Hub hub -> hubTree(hub);
              case Address.Web web -> new WebTree(web, start);
            };
      } catch (InterruptedIOException e) {
        // That of the thread, and not of the server.
        throw e;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
    return tree;
  }

  private RemoteTree hubTree(Address.Hub hub) throws IOException {
    Asker asker = new Asker(Cancellation.ofThread(), traffic);
    try {
      return new HubTree(hub, hubFolder(hub), access.transport(), asker);
    } catch (NotThereException e) {
      if (hub.file().isEmpty()) {
        throw e;
      }
      // A mirror that lists nothing may have the file all the same.
      return new WebTree(new Address.Web(hub.resolved(access.settings().endpoint())), start);
    }
  }

  /// The stamp of a file, which has a key once it was opened; empty where there is no file.
  ///
  /// @param file absolute and normal
  Optional<FileStamp> stamp(RemotePath file) throws IOException {
    Optional<Entry> entry = tree().file(file);
    return Optional.ofNullable(seen.get(file))
        .map(Seen::stamp)
        .or(() -> entry.map(it -> stamp(Optional.empty(), it.byteLength().orElse(0))));
  }

  /// A server tells no time that could be relied on.
  static FileStamp stamp(Optional<Object> key, long byteLength) {
    return new FileStamp(key, byteLength, FileTime.fromMillis(0));
  }

  @Override
  public ByteSource open(Path path) throws IOException {
    RemotePath file = RemotePath.of(path).toAbsolutePath().normalize();
    RemoteFile opened = open(file, firstBytes(file), false);
    if (CheckpointFinder.isNamedAsTensors(file)) {
      shortestHeader.accumulateAndGet(opened.headerEnd(), Math::min);
    }
    return opened;
  }

  /// The length of a file. Asks for it where it is not known yet.
  ///
  /// @throws IOException if there is no such file, or the server does not tell
  public static long length(Path file) throws IOException {
    long known = Files.size(file);
    if (known > 0) {
      return known;
    }
    try (RemoteFile asked = openToCopy(file)) {
      return asked.length();
    }
  }

  /// Opens a file of which all is wanted: nobody is asked before it is fetched, and no disk keeps
  /// it.
  ///
  /// @throws FileChangedException if it is not as it was when it was opened to be read
  /// @throws IOException if there is no such file, or it cannot be had
  public static RemoteFile openToCopy(Path path) throws IOException {
    RemotePath file = RemotePath.of(path).toAbsolutePath().normalize();
    return file.getFileSystem().open(file, 1, true);
  }

  /// Opens a file with one question, or none where its beginning is known.
  ///
  /// @param file absolute and normal
  /// @param firstBytes how much of it is fetched at once
  RemoteFile open(RemotePath file, int firstBytes, boolean isCopied) throws IOException {
    Optional<Entry> entry = tree().file(file);
    if (entry.isEmpty()) {
      if (tree().children(file).isPresent()) {
        throw new FileSystemException(file.toString(), null, "it is a folder");
      }
      throw new NoSuchFileException(file.toString());
    }
    Seen before = seen.get(file);
    // Whoever copies a file wants what is there now.
    Part known = before == null || isCopied ? null : before.first().get();
    Part first = known == null ? first(file, entry.get(), firstBytes, isCopied) : known;
    RemoteFile opened = new RemoteFile(this, file, entry.get(), first, isCopied);
    if (!isCopied) {
      seen.put(file, new Seen(opened.stamp(), new SoftReference<>(first)));
    } else if (before != null && !before.stamp().equals(opened.stamp())) {
      throw FileChangedException.onServer(file);
    }
    return opened;
  }

  private Part first(RemotePath file, Entry entry, int firstBytes, boolean isCopied)
      throws IOException {
    // A server that gives such a file only as a whole gives no beginning of it either.
    int atOnce = entry.isSmallText() ? Math.max(firstBytes, FIRST_BYTES) : firstBytes;
    long byteCount = Math.min(atOnce, entry.byteLength().orElse(atOnce));
    if (byteCount == 0) {
      return new Part(new byte[0], 0, "", List.of());
    }
    if (!isCopied) {
      allowance.take(byteCount);
    }
    Asker asker = new Asker(Cancellation.ofThread(), traffic);
    return access
        .transport()
        .range(tree().address(file), new ByteRange(0, byteCount), entry.isSmallText(), asker);
  }

  private int firstBytes(RemotePath file) throws IOException {
    long beside =
        tree().children(file.getParent()).orElse(Set.of()).stream()
            .filter(CheckpointFinder::isNamedAsTensors)
            // More would change nothing below.
            .limit(SET_BYTES / SHORT_HEADER_BYTES)
            .count();
    boolean isOfSet = CheckpointFinder.isNamedAsTensors(file) && beside != 1;
    if (!isOfSet || file.equals(start)) {
      return FIRST_BYTES;
    }
    long share = Math.max(SHORT_HEADER_BYTES, SET_BYTES / Math.max(1, beside));
    // The headers of a set are much alike, but seldom equally long.
    long known = shortestHeader.get() == Long.MAX_VALUE ? 0 : shortestHeader.get();
    return (int) Math.min(2 * FIRST_BYTES, known + share);
  }

  @Override
  public void requireConsent(long byteCount) throws IOException {
    allowance.require(byteCount);
  }

  @Override
  public int parallelReads() {
    return Transport.MOST_AT_ONCE;
  }

  /// The same path in a file system that asks the server anew, and somebody else before it fetches
  /// much.
  Path anew(Path path, Allowance.Consent newConsent) {
    RemoteFileSystem again = new RemoteFileSystem(access, address, newConsent);
    Path root = path.getRoot();
    return RemotePath.of(again.start).getRoot().resolve(root.relativize(path).toString());
  }

  /// The checkpoints of a repository; none of other servers. Reads its indexes.
  ///
  /// @throws IOException if the server does not tell
  public List<Offered> checkpoints() throws IOException {
    List<Offered> offered = new ArrayList<>();
    if (isRepository()) {
      tree();
      for (Found each : CheckpointFinder.find(start, Cancellation.ofThread())) {
        switch (each) {
          case FoundFile(Path file) -> offered.add(offered(file, file, List.of(file)));
          case FoundSet(ShardSet set) -> {
            Path folder = set.indexPath().getParent();
            offered.add(
                offered(
                    set.hasIndex() ? set.indexPath() : folder,
                    folder.resolve(set.name()),
                    set.shards()));
          }
          // Its shards are offered without it.
          case Unreadable _ -> {}
        }
      }
    }
    return offered;
  }

  private Offered offered(Path path, Path named, List<Path> files) throws IOException {
    long byteCount = 0;
    for (Path file : files) {
      byteCount += Files.size(file);
    }
    return new Offered(path, start.relativize(named).toString(), files.size(), byteCount);
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  /// Holds nothing that has to be closed.
  @Override
  public void close() {
    throw new UnsupportedOperationException("it ends with the last file that is open");
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public String getSeparator() {
    return RemotePath.SEPARATOR;
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(start.getRoot());
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    String text = Stream.concat(Stream.of(first), Stream.of(more)).collect(Collectors.joining("/"));
    return new RemotePath(this, "", List.of()).resolve(text);
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    throw new UnsupportedOperationException(syntaxAndPattern);
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException("nobody owns anything here");
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("a server tells nobody that something has changed");
  }
}
