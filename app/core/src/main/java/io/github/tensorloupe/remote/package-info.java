/// Reads checkpoints from servers by byte ranges. Never writes to servers.
///
/// [io.github.tensorloupe.remote.RemoteAccess] converts addresses to paths, which all reading code
/// accepts. Only the server of the opened address and its redirect targets are contacted. Fetching
/// many bytes requires consent.
///
/// Main types: `Address`, [io.github.tensorloupe.remote.RemoteFileSystem] (the files at an
/// address), [io.github.tensorloupe.remote.RemoteFile] (the bytes of one file, in blocks),
/// `Transport` (requests with retries) and `Exchange` (one request with its redirects), `HubTree`
/// (the files of a repository at one commit), [io.github.tensorloupe.remote.FetchBudget] (bytes
/// fetched without consent), [io.github.tensorloupe.remote.Traffic] (counts requests and bytes),
/// [io.github.tensorloupe.remote.Original] (expected hashes of a local file).
///
/// May use: `text`, `format`, `work`, `json`, `model`, `cache`, `integrity.expected`.
package io.github.tensorloupe.remote;
