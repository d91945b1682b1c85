/// The library of TensorLoupe: reads, scans, edits, saves and compares safetensors files.
///
/// Packages that are exported to the command line and the window only are not an interface for
/// other programs.
// The compiler does not find the other modules, because they are compiled later.
@SuppressWarnings("module")
module io.github.tensorloupe.core {
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.smile;
  requires io.jhdf;
  requires java.desktop;
  requires java.net.http;
  requires msgpack.core;
  // jHDF uses these, but has no module descriptor.
  requires org.apache.commons.lang3;
  requires org.slf4j;

  uses io.github.tensorloupe.model.ForeignFormat;

  exports io.github.tensorloupe.adapter;
  exports io.github.tensorloupe.analysis;
  exports io.github.tensorloupe.analysis.chunk;
  exports io.github.tensorloupe.analysis.distribution;
  exports io.github.tensorloupe.analysis.health;
  exports io.github.tensorloupe.analysis.heatmap to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.analysis.layers;
  exports io.github.tensorloupe.analysis.slice;
  exports io.github.tensorloupe.batch to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.cache to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.compare;
  exports io.github.tensorloupe.compare.report to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.config;
  exports io.github.tensorloupe.convert to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.demo to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.edit;
  exports io.github.tensorloupe.element;
  exports io.github.tensorloupe.export to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.foreign.pickle to
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.foreign.torch to
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.format;
  exports io.github.tensorloupe.identify;
  exports io.github.tensorloupe.integrity.content;
  exports io.github.tensorloupe.integrity.doctor;
  exports io.github.tensorloupe.integrity.duplicates;
  exports io.github.tensorloupe.integrity.expected;
  exports io.github.tensorloupe.integrity.hash;
  exports io.github.tensorloupe.integrity.manifest;
  exports io.github.tensorloupe.integrity.signature;
  exports io.github.tensorloupe.library to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.model;
  exports io.github.tensorloupe.quantization;
  exports io.github.tensorloupe.remote to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.save;
  exports io.github.tensorloupe.storage to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.survey to
      io.github.tensorloupe.cli,
      io.github.tensorloupe.desktop;
  exports io.github.tensorloupe.text;
  exports io.github.tensorloupe.work;

  opens io.github.tensorloupe.cache to
      com.fasterxml.jackson.databind;
  opens io.github.tensorloupe.library to
      com.fasterxml.jackson.databind;
  opens io.github.tensorloupe.model to
      com.fasterxml.jackson.databind;
  opens io.github.tensorloupe.survey to
      com.fasterxml.jackson.databind;

  provides io.github.tensorloupe.model.ForeignFormat with
      io.github.tensorloupe.foreign.flax.FlaxFormat,
      io.github.tensorloupe.foreign.hdf5.Hdf5Format,
      io.github.tensorloupe.foreign.gguf.GgufFormat,
      io.github.tensorloupe.foreign.numpy.NumpyFormat,
      io.github.tensorloupe.foreign.torch.TorchFormat,
      io.github.tensorloupe.foreign.zip.OtherArchive;
}
