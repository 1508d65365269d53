/** Records and small interfaces that the modules of Straggler share. */
module io.straggler.model {
    requires static org.jspecify;

    exports io.straggler.model;
    exports io.straggler.model.file;
    exports io.straggler.model.hook;
    exports io.straggler.model.text;
}
