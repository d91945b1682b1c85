/// Checkpoints behind addresses, read by ranges of bytes and never written.
///
/// [io.github.tensorloupe.remote.RemoteAccess] makes paths of addresses, so that whatever reads a
/// file reads one on a server. Nothing is connected to but the address that was opened and where it
/// leads; what was fetched is counted, and before much is fetched somebody is asked.
///
/// Main types: [io.github.tensorloupe.remote.Address] (what a person types or pastes),
/// [io.github.tensorloupe.remote.RemoteFileSystem] (what it leads to),
/// [io.github.tensorloupe.remote.RemoteFile] (the bytes of one file, in blocks), `Transport` (one
/// range from a server, and all that servers do wrong), `HubTree` (the files of a repository at one
/// commit), [io.github.tensorloupe.remote.Allowance] (how much may be fetched unasked),
/// [io.github.tensorloupe.remote.Traffic] (how much was), [io.github.tensorloupe.remote.Original]
/// (what a server promises about a file that is here).
///
/// May use: `text`, `format`, `work`, `model`, `integrity.expected`.
package io.github.tensorloupe.remote;
