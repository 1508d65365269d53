module com.acme.orders {
    requires io.straggler.run;
}
