package io.github.tensorloupe.remote;

import module java.base;

/// An absolute or relative path on a server, such as `hf://org/name/model.safetensors`. Immutable.
final class RemotePath implements Path {

  static final String SEPARATOR = "/";

  private final RemoteFileSystem fileSystem;

  /// `hf://` or `https://server/`, or an empty string for a relative path.
  private final String root;

  private final List<String> names;

  RemotePath(RemoteFileSystem fileSystem, String root, List<String> names) {
    this.fileSystem = fileSystem;
    this.root = root;
    this.names = List.copyOf(names);
  }

  private RemotePath with(List<String> others) {
    return new RemotePath(fileSystem, root, others);
  }

  private RemotePath relative(List<String> others) {
    return new RemotePath(fileSystem, "", others);
  }

  static RemotePath of(Path path) {
    if (path instanceof RemotePath remote) {
      return remote;
    }
    throw new ProviderMismatchException();
  }

  /// Returns the absolute, normalized form of a path on a server.
  static RemotePath absolute(Path path) {
    return of(path).toAbsolutePath().normalize();
  }

  @Override
  public RemoteFileSystem getFileSystem() {
    return fileSystem;
  }

  @Override
  public boolean isAbsolute() {
    return !root.isEmpty();
  }

  @Override
  public RemotePath getRoot() {
    return isAbsolute() ? with(List.of()) : null;
  }

  @Override
  public RemotePath getFileName() {
    return names.isEmpty() ? null : relative(List.of(names.getLast()));
  }

  @Override
  public RemotePath getParent() {
    boolean hasParent = names.size() > (isAbsolute() ? 0 : 1);
    return hasParent ? with(names.subList(0, names.size() - 1)) : null;
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public RemotePath getName(int index) {
    return subpath(index, index + 1);
  }

  @Override
  public RemotePath subpath(int beginIndex, int endIndex) {
    if (beginIndex < 0 || endIndex > names.size() || beginIndex >= endIndex) {
      throw new IllegalArgumentException("no names from " + beginIndex + " to " + endIndex);
    }
    return relative(names.subList(beginIndex, endIndex));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof RemotePath that
        && root.equals(that.root)
        && that.names.size() <= names.size()
        && names.subList(0, that.names.size()).equals(that.names);
  }

  @Override
  public boolean endsWith(Path other) {
    return other instanceof RemotePath that
        && (that.isAbsolute()
            ? equals(that)
            : that.names.size() <= names.size()
                && names.reversed().subList(0, that.names.size()).equals(that.names.reversed()));
  }

  @Override
  public RemotePath normalize() {
    List<String> normalized = new ArrayList<>();
    for (String name : names) {
      if (name.equals("..") && !normalized.isEmpty() && !normalized.getLast().equals("..")) {
        normalized.removeLast();
      } else if (!name.equals(".") && !(name.equals("..") && isAbsolute())) {
        normalized.add(name);
      }
    }
    return with(normalized);
  }

  @Override
  public RemotePath resolve(Path other) {
    RemotePath that = of(other);
    return that.isAbsolute()
        ? that
        : with(Stream.of(names, that.names).flatMap(List::stream).toList());
  }

  @Override
  public RemotePath resolve(String other) {
    return resolve(
        relative(Stream.of(other.split(SEPARATOR)).filter(name -> !name.isEmpty()).toList()));
  }

  @Override
  public RemotePath relativize(Path other) {
    RemotePath that = of(other);
    if (!root.equals(that.root)) {
      throw new IllegalArgumentException("one of them is not absolute, or is on another server");
    }
    int mismatch = Arrays.mismatch(names.toArray(), that.names.toArray());
    int same = mismatch < 0 ? names.size() : mismatch;
    List<String> relativeNames = new ArrayList<>(Collections.nCopies(names.size() - same, ".."));
    relativeNames.addAll(that.names.subList(same, that.names.size()));
    return relative(relativeNames);
  }

  /// Returns an identifier of the file, which other programs may be unable to open.
  @Override
  public URI toUri() {
    return URI.create(root + HubTree.encoded(String.join(SEPARATOR, names)));
  }

  @Override
  public RemotePath toAbsolutePath() {
    return isAbsolute() ? this : of(fileSystem.start()).getRoot().resolve(this);
  }

  @Override
  public RemotePath toRealPath(LinkOption... options) throws IOException {
    RemotePath real = absolute(this);
    fileSystem.provider().checkAccess(real);
    return real;
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException("a server does not report changes");
  }

  @Override
  public int compareTo(Path other) {
    RemotePath that = of(other);
    int order = root.compareTo(that.root);
    // Without the texts of the paths, which would take most of the time of a long listing.
    int common = Math.min(names.size(), that.names.size());
    for (int i = 0; order == 0 && i < common; i++) {
      order = names.get(i).compareTo(that.names.get(i));
    }
    if (order == 0) {
      order = Integer.compare(names.size(), that.names.size());
    }
    return order == 0 ? Boolean.compare(hasQuery(), that.hasQuery()) : order;
  }

  private boolean hasQuery() {
    return isAbsolute() && fileSystem.hasQuery();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RemotePath that
        && root.equals(that.root)
        && names.equals(that.names)
        && (fileSystem == that.fileSystem
            || !isAbsolute()
            || fileSystem.address.equals(that.fileSystem.address)
            || !fileSystem.hasQuery() && !that.fileSystem.hasQuery());
  }

  @Override
  public int hashCode() {
    return 31 * root.hashCode() + names.hashCode();
  }

  @Override
  public String toString() {
    String text = root + String.join(SEPARATOR, names);
    return hasQuery() ? text + Address.HIDDEN_QUERY : text;
  }
}
