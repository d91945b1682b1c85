/// Persistent caches of headers, scan results and other disposable data.
///
/// Main types: [io.github.tensorloupe.cache.CacheStore],
/// [io.github.tensorloupe.cache.LibraryCache], [io.github.tensorloupe.cache.ScanCache].
///
/// May use: `text`, `format`, `work`, `model`, `storage`, `library`, `analysis.health`,
/// `analysis.distribution`.
package io.github.tensorloupe.cache;
