// Starts GraphiQL in the browser. Runs after React, GraphiQL and graphql-ws, which it finds as globals; the page says in
// a data attribute where the graph is. What is typed here, the token included, stays in sessionStorage: it is gone when
// the tab is closed.
'use strict';

(function boot() {
  const place = document.getElementById('graphiql');
  const url = new URL(place.dataset.endpoint, location.href);
  const socketUrl = new URL(url);
  socketUrl.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';

  const exampleToken = 'YOUR-TOKEN';
  const defaultHeaders = JSON.stringify({ Authorization: `Bearer ${exampleToken}` }, null, 2);
  const defaultQuery = `# Ctrl-Enter runs, Ctrl-Space completes.
#
# Put your token into Headers below, then
# press the round arrow to load the schema.
# The book opens its documentation.

query {
  __typename
}
`;

  /** The headers as typed, without the example: nobody's token must not be sent as if it were one. */
  function typedHeaders(headers) {
    return Object.fromEntries(
      Object.entries(headers || {}).filter(([, value]) => !String(value).includes(exampleToken)),
    );
  }

  let headers = {};
  const fetcher = GraphiQL.createFetcher({
    url: url.href,
    wsClient: graphqlWs.createClient({ url: socketUrl.href, connectionParams: () => headers }),
  });

  ReactDOM.createRoot(place).render(
    React.createElement(GraphiQL, {
      fetcher: (parameters, options) => {
        headers = typedHeaders(options && options.headers);
        return fetcher(parameters, { ...options, headers });
      },
      storage: sessionStorage,
      shouldPersistHeaders: true,
      defaultEditorToolsVisibility: 'headers',
      defaultHeaders,
      defaultQuery,
    }),
  );
})();
