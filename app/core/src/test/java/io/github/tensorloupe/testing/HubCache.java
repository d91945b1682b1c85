package io.github.tensorloupe.testing;

import io.github.tensorloupe.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/// Builds caches with the layout of the Hugging Face client: blobs named by hash, and snapshots
/// with links to them.
public final class HubCache {

  /// The default commit of snapshots.
  public static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  private final Path hub;

  /// @param hub the folder of the cache; created if missing
  public HubCache(Path hub) throws IOException {
    this.hub = Files.createDirectories(hub);
  }

  /// Returns the folder of a repository.
  public Path repository(String name) {
    return hub.resolve("models--" + name.replace("/", "--"));
  }

  /// Returns the folder of a snapshot.
  public Path snapshot(String name, String commit) {
    return repository(name).resolve("snapshots").resolve(commit);
  }

  /// Adds a file to a snapshot, and its bytes as a blob.
  ///
  /// @return the link in the snapshot
  public Path add(String name, String commit, String file, byte[] bytes) throws IOException {
    String hash = HexFormat.of().formatHex(Sha256.digest().digest(bytes));
    Path blob = Files.createDirectories(repository(name).resolve("blobs")).resolve(hash);
    Files.write(blob, bytes);
    return link(name, commit, file, hash);
  }

  /// Adds a file to the default snapshot.
  public Path add(String name, String file, byte[] bytes) throws IOException {
    main(name, COMMIT);
    return add(name, COMMIT, file, bytes);
  }

  /// Adds a link from a snapshot to a blob, which need not exist.
  public Path link(String name, String commit, String file, String blobName) throws IOException {
    Path link = snapshot(name, commit).resolve(file);
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Path blob = repository(name).resolve("blobs").resolve(blobName);
    return Files.createSymbolicLink(link, link.getParent().relativize(blob));
  }

  /// Sets the commit of `main`.
  public void main(String name, String commit) throws IOException {
    Path refs = Files.createDirectories(repository(name).resolve("refs"));
    Files.writeString(refs.resolve("main"), commit);
  }

  /// Adds an unfinished download.
  public Path unfinished(String name, String blobName, int byteCount) throws IOException {
    Path blobs = Files.createDirectories(repository(name).resolve("blobs"));
    return Files.write(blobs.resolve(blobName + ".incomplete"), new byte[byteCount]);
  }
}
