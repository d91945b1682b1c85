package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.cache.CacheStore;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.FetchBudget.Consent;

/// Opens addresses. A program uses one instance, which shares connections and cached blocks.
/// Connects to servers only when files are read. Thread-safe.
public final class RemoteAccess implements Closeable {

  private static final long MAX_MEMORY_BYTES = 128L << 20;
  private static final long MAX_DISK_BYTES = 2L << 30;

  final RemoteSettings settings;
  final Transport transport;
  final BlockCache blocks;

  public RemoteAccess(RemoteSettings settings) {
    this.settings = settings;
    this.transport = new Transport(settings);
    this.blocks =
        new BlockCache(
            Math.min(MAX_MEMORY_BYTES, Runtime.getRuntime().maxMemory() / 8),
            new CacheStore(settings::cache, MAX_DISK_BYTES));
  }

  /// Returns true if the text starts like an address, valid or not.
  public static boolean isAddress(String typed) {
    return Address.looksLikeAddress(typed);
  }

  /// Returns an address without secrets, for display and logs. Other texts are returned unchanged.
  public static String shown(String typed) {
    return isAddress(typed) ? Address.shown(typed) : typed;
  }

  /// Returns true if the displayed address is complete and can be opened again.
  public static boolean isWhole(String address) {
    return !address.endsWith(Address.HIDDEN_QUERY);
  }

  /// Returns the path of a file or a repository on a server. Sends no request.
  ///
  /// @param typed the address, typed or pasted by the user
  /// @param consent requested before many bytes are fetched
  /// @throws SentenceException if the address is invalid or not supported
  public Path path(String typed, Consent consent) throws SentenceException {
    Address address = Address.of(typed.strip(), settings.endpoint());
    return new RemoteFileSystem(this, address, consent).start();
  }

  /// Returns the path in a new file system, which lists the server again. Paths that were not
  /// created by this instance are returned unchanged.
  ///
  /// @param consent requested before many bytes are fetched, instead of the earlier one
  public Path refreshed(Path path, Consent consent) {
    return path.getFileSystem() instanceof RemoteFileSystem remote && remote.access == this
        ? remote.refreshed(path, consent)
        : path;
  }

  /// Closes the connections. Open files cannot be read afterwards.
  @Override
  public void close() {
    transport.close();
  }
}
