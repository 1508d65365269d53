package io.straggler.anyrecording;

/** Methods of widely used software whose calls are worth to be iterations, as {@code --iterations} takes them. */
public enum KnownMethods {
    H2("a command of H2, in its server or within a program", "org.h2.command.Command.execute*"),
    KAFKA_BROKER("a request of a Kafka broker", "kafka.server.KafkaApis.handle"),
    KAFKA_PRODUCER(
            "a record that is given to a Kafka producer, which waits where its memory is full",
            "org.apache.kafka.clients.producer.KafkaProducer.send"),
    KAFKA_CONSUMER(
            "a poll of a Kafka consumer, with the time in which there is nothing",
            "org.apache.kafka.clients.consumer.KafkaConsumer.poll"),
    ZOOKEEPER(
            "the last step of a request of ZooKeeper",
            "org.apache.zookeeper.server.FinalRequestProcessor.processRequest"),
    ZOOKEEPER_LOG(
            "a batch of ZooKeeper's log that is forced to the disk",
            "org.apache.zookeeper.server.SyncRequestProcessor.flush"),
    LUCENE("a search of Lucene", "org.apache.lucene.search.IndexSearcher.search"),
    LUCENE_COMMIT("a commit of Lucene's index", "org.apache.lucene.index.IndexWriter.commit"),
    POSTGRESQL(
            "a round trip of PostgreSQL's driver, with reading its answer",
            "org.postgresql.core.v3.QueryExecutorImpl.execute");

    private final String meaning;
    private final String pattern;

    KnownMethods(String meaning, String pattern) {
        this.meaning = meaning;
        this.pattern = pattern;
    }

    /** Returns the meaning of an iteration in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Pattern of the methods. */
    public String pattern() {
        return pattern;
    }
}
