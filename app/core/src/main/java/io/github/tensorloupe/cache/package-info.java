/// Persistent caches of headers, scan results and structures of base models.
///
/// Main types: [io.github.tensorloupe.cache.CacheStore],
/// [io.github.tensorloupe.cache.LibraryCache], [io.github.tensorloupe.cache.ScanCache],
/// [io.github.tensorloupe.cache.BaseStructures].
///
/// May use: `text`, `format`, `work`, `model`, `storage`, `library`, `adapter`, `analysis.health`,
/// `analysis.distribution`.
package io.github.tensorloupe.cache;
