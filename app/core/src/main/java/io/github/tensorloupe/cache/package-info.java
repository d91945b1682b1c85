/// Disposable results between sessions: headers, scan results, structures of base models, and
/// blocks of remote files.
///
/// Main types: [io.github.tensorloupe.cache.CacheStore] (a folder of values, one file per key),
/// [io.github.tensorloupe.cache.LibraryCache], [io.github.tensorloupe.cache.ScanCache],
/// [io.github.tensorloupe.cache.BaseStructures], [io.github.tensorloupe.cache.EffectiveRanks].
///
/// May use: `text`, `format`, `work`, `model`, `storage`, `library`, `adapter`, `analysis.health`,
/// `analysis.distribution`.
package io.github.tensorloupe.cache;
