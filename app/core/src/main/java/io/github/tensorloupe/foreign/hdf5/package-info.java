/// Reads checkpoints in HDF5 files, as Keras writes them.
///
/// jHDF parses the structure. This package reads the bytes, so that the file is neither opened
/// again nor copied, and decodes the values, so that a chunk is limited in size and no other file
/// is opened.
///
/// Main types: `Hdf5Format`, `Hdf5Storage` (the bytes for jHDF, with limits), `Hdf5Tree` (groups
/// and links), `ObjectHeap` and `RecordTree` (the links of large groups), `Hdf5Dataset` (a dataset
/// as a tensor), `ChunkedElements` (values in chunks).
///
/// May use: `text`, `format`, `work`, `model`, `foreign.pickle`.
package io.github.tensorloupe.foreign.hdf5;
