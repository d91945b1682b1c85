package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.Allowance.Consent;

/// Opens addresses. One for the whole program: its connections and the blocks that it keeps are
/// shared. Connects to nothing before somebody reads. Thread-safe.
public final class RemoteAccess implements Closeable {

  private static final long MOST_KEPT_BYTES = 128L << 20;
  private static final long DISK_BYTES = 2L << 30;

  private final RemoteSettings settings;
  private final Transport transport;
  private final BlockCache blocks;

  public RemoteAccess(RemoteSettings settings) {
    this.settings = settings;
    this.transport = new Transport(settings);
    this.blocks =
        new BlockCache(
            Math.min(MOST_KEPT_BYTES, Runtime.getRuntime().maxMemory() / 8),
            settings.cache().map(folder -> new DiskBlocks(folder, DISK_BYTES)));
  }

  /// True if a text is meant as an address and not as a path, whether it can be opened or not.
  public static boolean isAddress(String typed) {
    return Address.isMeant(typed);
  }

  /// What was typed, fit to be shown and logged: an address without what may be secret in it, and
  /// anything else as it is.
  public static String shown(String typed) {
    return isAddress(typed) ? Address.shown(typed) : typed;
  }

  /// True if all of an address is shown, so that it can be opened again as it is shown.
  public static boolean isWhole(String address) {
    return !address.endsWith(Address.HIDDEN_QUERY);
  }

  /// The path of a file, or of a repository, on a server. Asks nobody.
  ///
  /// @param typed what a person typed or pasted
  /// @param consent is asked before much is fetched
  /// @throws SentenceException if it is no address that can be opened
  public Path path(String typed, Consent consent) throws SentenceException {
    Address address = Address.of(typed.strip(), settings.endpoint());
    return new RemoteFileSystem(this, address, consent).start();
  }

  /// The path to ask a server anew what is there; any path that this object did not make is
  /// returned as it is.
  ///
  /// @param consent is asked before much is fetched, in place of whoever was before
  public Path anew(Path path, Consent consent) {
    return path.getFileSystem() instanceof RemoteFileSystem remote && remote.access() == this
        ? remote.anew(path, consent)
        : path;
  }

  RemoteSettings settings() {
    return settings;
  }

  Transport transport() {
    return transport;
  }

  BlockCache blocks() {
    return blocks;
  }

  /// Closes the connections. What is open cannot be read any more.
  @Override
  public void close() {
    transport.close();
  }
}
