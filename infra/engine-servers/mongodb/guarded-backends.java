import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.Collection;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The library's backend in memory, every command through the guard. */
final class GuardedMemory extends MemoryBackend {
    private final CommandGuard guard = new CommandGuard(() -> {});

    @Override
    public Document handleCommand(Channel channel, String database, String name, Document command) {
        return guard.run(name, command, (n, c) -> super.handleCommand(channel, database, n, c));
    }

    @Override
    public MemoryDatabase openOrCreateDatabase(String database) {
        return new MemoryDatabase(database, getCursorRegistry()) {
            @Override
            protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
                return new IndexedMemoryCollection(this, name, options, cursorRegistry);
            }
        };
    }
}

/** The library's backend on an H2 file, every command through the guard and every write in the file before it is answered. */
final class GuardedFile extends H2Backend {
    private final CommandGuard guard = new CommandGuard(this::commit);

    GuardedFile(MVStore store) {
        super(store);
    }

    @Override
    public Document handleCommand(Channel channel, String database, String name, Document command) {
        return guard.run(name, command, (n, c) -> super.handleCommand(channel, database, n, c));
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String database) {
        MVStore store = getMvStore();
        return new H2Database(database, store, getCursorRegistry()) {
            @Override
            protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
                String full = database + "." + name;
                return new IndexedFileCollection(this, name, options, store.openMap("databases." + full), store.openMap("meta." + full), cursorRegistry);
            }
        };
    }
}

/** The library uses the index of _id only for a filter of nothing else; a fence like {_id, _rev} would scan the collection. */
final class ById {
    private ById() {}

    static boolean applies(Document filter) {
        if (filter.size() < 2 || !filter.containsKey("_id")) return false;
        Object id = filter.get("_id");
        if (id instanceof Document operators) return operators.size() == 1 && operators.containsKey("$in");
        return id != null && !(id instanceof Collection) && !BsonRegularExpression.isRegularExpression(id);
    }

    static Document only(Document filter) {
        return new Document("_id", filter.get("_id"));
    }
}

final class IndexedMemoryCollection extends MemoryCollection {
    IndexedMemoryCollection(MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
        super(database, name, options, cursors);
    }

    @Override
    protected QueryResult queryDocuments(Document filter, Document order, int skip, int limit, int batch, Document fields) {
        if (!ById.applies(filter)) return super.queryDocuments(filter, order, skip, limit, batch, fields);
        var found = super.queryDocuments(ById.only(filter), null, 0, 0, 0, null).collectDocuments();
        return matchDocumentsFromStream(found.stream(), filter, order, skip, limit, batch, fields);
    }
}

final class IndexedFileCollection extends H2Collection {
    IndexedFileCollection(
        MongoDatabase database, String name, CollectionOptions options, MVMap<Object, Document> documents, MVMap<String, Object> meta, CursorRegistry cursors
    ) {
        super(database, name, options, documents, meta, cursors);
    }

    @Override
    protected QueryResult queryDocuments(Document filter, Document order, int skip, int limit, int batch, Document fields) {
        if (!ById.applies(filter)) return super.queryDocuments(filter, order, skip, limit, batch, fields);
        var found = super.queryDocuments(ById.only(filter), null, 0, 0, 0, null).collectDocuments();
        return matchDocumentsFromStream(found.stream(), filter, order, skip, limit, batch, fields);
    }
}
