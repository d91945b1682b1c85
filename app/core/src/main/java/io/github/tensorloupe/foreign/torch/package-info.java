/// Reads the files of PyTorch without executing them.
///
/// Main types: [io.github.tensorloupe.foreign.torch.TorchFormat] (the service), `TorchZip` and
/// `TorchLegacy` (the two layouts of a file), `PlainPickle` (other pickles), `TorchLoader` (the
/// tensors of a pickle), `TorchTensors` (their names and data),
/// [io.github.tensorloupe.foreign.torch.FilePickle] and
/// [io.github.tensorloupe.foreign.torch.TensorNames] (the pickles of a file for display).
///
/// May use: `model`, `format`, `text`, `work`, `foreign.pickle`, `foreign.zip`, `foreign.numpy`.
package io.github.tensorloupe.foreign.torch;
