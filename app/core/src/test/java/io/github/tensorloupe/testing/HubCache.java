package io.github.tensorloupe.testing;

import io.github.tensorloupe.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/// Builds caches as the Hugging Face client lays them out: blobs named by their hash, and snapshots
/// of links to them.
public final class HubCache {

  /// The commit of every snapshot that does not say another.
  public static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  private final Path hub;

  /// @param hub the folder of the cache; made where it is missing
  public HubCache(Path hub) throws IOException {
    this.hub = Files.createDirectories(hub);
  }

  /// The folder of a repository.
  public Path repository(String name) {
    return hub.resolve("models--" + name.replace("/", "--"));
  }

  /// The folder of a snapshot.
  public Path snapshot(String name, String commit) {
    return repository(name).resolve("snapshots").resolve(commit);
  }

  /// Puts a file into a snapshot, and its bytes into a blob.
  ///
  /// @return the link in the snapshot
  public Path add(String name, String commit, String file, byte[] bytes) throws IOException {
    String hash = HexFormat.of().formatHex(Sha256.digest().digest(bytes));
    Path blob = Files.createDirectories(repository(name).resolve("blobs")).resolve(hash);
    Files.write(blob, bytes);
    return link(name, commit, file, hash);
  }

  /// Puts a file into the usual snapshot.
  public Path add(String name, String file, byte[] bytes) throws IOException {
    main(name, COMMIT);
    return add(name, COMMIT, file, bytes);
  }

  /// Links from a snapshot to a blob, there or not.
  public Path link(String name, String commit, String file, String blobName) throws IOException {
    Path link = snapshot(name, commit).resolve(file);
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Path blob = repository(name).resolve("blobs").resolve(blobName);
    return Files.createSymbolicLink(link, link.getParent().relativize(blob));
  }

  /// Lets `main` stand for a commit.
  public void main(String name, String commit) throws IOException {
    Path refs = Files.createDirectories(repository(name).resolve("refs"));
    Files.writeString(refs.resolve("main"), commit);
  }

  /// Begins a download that never ends.
  public Path unfinished(String name, String blobName, int byteCount) throws IOException {
    Path blobs = Files.createDirectories(repository(name).resolve("blobs"));
    return Files.write(blobs.resolve(blobName + ".incomplete"), new byte[byteCount]);
  }
}
