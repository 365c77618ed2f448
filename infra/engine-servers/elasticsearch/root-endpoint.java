import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** `GET /` and `HEAD /`, with which clients begin: the distribution's module for them is not published. */
final class RootEndpoint {
    private RootEndpoint() {}

    /** Public in the eyes of the machine, because the server makes it by reflection. */
    public static final class Module extends Plugin implements ActionPlugin {
        private volatile ClusterService cluster;

        @Override
        public Collection<?> createComponents(PluginServices services) {
            cluster = services.clusterService();
            return List.of();
        }

        @Override
        public Collection<RestHandler> getRestHandlers(
            Settings settings, NamedWriteableRegistry registry, RestController controller, ClusterSettings clusterSettings,
            IndexScopedSettings indexSettings, SettingsFilter filter, IndexNameExpressionResolver resolver, Supplier<DiscoveryNodes> nodes,
            Predicate<NodeFeature> features
        ) {
            return List.of(new Handler(() -> cluster));
        }
    }

    private static final class Handler extends BaseRestHandler {
        private final Supplier<ClusterService> cluster;

        Handler(Supplier<ClusterService> cluster) {
            this.cluster = cluster;
        }

        @Override
        public String getName() {
            return "root_endpoint";
        }

        @Override
        public List<Route> routes() {
            return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
        }

        @Override
        protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
            return channel -> {
                Build build = Build.current();
                XContentBuilder reply = channel.newBuilder().startObject();
                reply.field("name", cluster.get().getNodeName());
                reply.field("cluster_name", cluster.get().getClusterName().value());
                reply.field("cluster_uuid", cluster.get().state().metadata().clusterUUID());
                reply.startObject("version");
                reply.field("number", build.qualifiedVersion());
                reply.field("build_flavor", build.flavor());
                reply.field("build_hash", build.hash());
                reply.field("minimum_wire_compatibility_version", build.minWireCompatVersion());
                reply.field("minimum_index_compatibility_version", build.minIndexCompatVersion());
                reply.endObject();
                reply.field("tagline", "You Know, for Search").endObject();
                channel.sendResponse(new RestResponse(RestStatus.OK, reply));
            };
        }
    }
}
