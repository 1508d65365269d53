package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence.Kind;
import io.straggler.model.Partner.Role;
import io.straggler.model.WaitedFor.Blocked;
import io.straggler.model.WaitedFor.Running;
import org.junit.jupiter.api.Test;

class PlaceTest {
    private static final Place READ = Place.of("read", "/var/spool/a.queue").calledBy("com.acme.Journal.append");
    private static final WaitedFor PEER = new WaitedFor("echo-peer", Role.PEER);

    @Test
    void shouldSayAllPartsInOrder() {
        assertThat(Place.NONE.words()).isEmpty();
        assertThat(Place.of("com.acme.Lock").words()).isEqualTo("com.acme.Lock");
        assertThat(Place.of("read", "/a").words()).isEqualTo("read, /a");
        assertThat(Place.of("read", "").words()).isEqualTo("read");
        assertThat(READ.words()).isEqualTo("read, /var/spool/a.queue < com.acme.Journal.append");
        assertThat(READ.waitingFor(PEER).words())
                .isEqualTo("read, /var/spool/a.queue < com.acme.Journal.append, waited for echo-peer");
        assertThat(Place.NONE.waitingFor(PEER).words()).isEqualTo("waited for echo-peer");
    }

    @Test
    void shouldSayWhatThePartnerDid() {
        Place take = Place.of("take");
        assertThat(take.waitingFor(PEER.which(Running.RAN)).words()).isEqualTo("take, waited for echo-peer, which ran");
        assertThat(take.waitingFor(PEER.which(Running.WAITED_FOR_CORE)).words())
                .isEqualTo("take, waited for echo-peer, which waited for a core");
        assertThat(take.waitingFor(PEER.which(new Blocked(Kind.SLEEP, Place.NONE)))
                        .words())
                .isEqualTo("take, waited for echo-peer, which was in sleep");
        assertThat(take.waitingFor(PEER.which(new Blocked(Kind.FILE_IO, READ))).words())
                .isEqualTo("take, waited for echo-peer, which was in file I/O: " + READ.words());
    }

    @Test
    void shouldBeTheMethodWhereNothingElseIsKnown() {
        assertThat(Place.NONE.calledBy("com.acme.Task.run")).isEqualTo(Place.of("com.acme.Task.run"));
        assertThat(Place.of("take").calledBy("")).isEqualTo(Place.of("take"));
    }

    @Test
    void shouldTellPlacesApartThatReadAlike() {
        Place one = Place.of("take, held by x").waitingFor(new WaitedFor("y", Role.OWNER));
        Place other = Place.of("take").waitingFor(new WaitedFor("x, held by y", Role.OWNER));

        assertThat(one.words()).isEqualTo(other.words());
        assertThat(one).isNotEqualTo(other);
    }

    @Test
    void shouldRenameEveryPart() {
        Place place = READ.waitingFor(PEER.which(new Blocked(Kind.FILE_IO, READ)));

        assertThat(place.renamed(name -> name.replace("a", "A")).words())
                .isEqualTo(
                        "reAd, /vAr/spool/A.queue < com.Acme.JournAl.Append, waited for echo-peer, which was in file I/O:"
                                + " reAd, /vAr/spool/A.queue < com.Acme.JournAl.Append");
    }

    @Test
    void shouldBeEmptyOnlyIfNothingIsKnown() {
        assertThat(Place.NONE.isEmpty()).isTrue();
        assertThat(Place.of("").isEmpty()).isTrue();
        assertThat(Place.NONE.waitingFor(PEER).isEmpty()).isFalse();
        assertThat(Place.NONE.waitingFor(PEER).withoutPartner().isEmpty()).isTrue();
    }
}
