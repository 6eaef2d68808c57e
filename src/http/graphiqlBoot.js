// Starts GraphiQL in the browser. Runs after React, GraphiQL and graphql-ws, which it finds as globals; the page says in
// data attributes where the graph and the client context are. What is typed here, the token included, stays in
// sessionStorage: it is gone when the tab is closed. Without a token the web session of who signed in is used.
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
# Put your token into Headers below, or sign in
# at /signin and leave Headers as they are. Then
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

  /** What queries in a web session have to say; nothing for those with a token of their own. */
  async function sessionHeaders(typed) {
    if (Object.keys(typed).some((name) => name.toLowerCase() === 'authorization')) return {};
    const response = await window.fetch(place.dataset.context);
    const { csrfToken } = response.ok ? await response.json() : {};
    return csrfToken ? { 'X-CSRF-Token': csrfToken } : {};
  }

  let headers = {};
  const fetcher = GraphiQL.createFetcher({
    url: url.href,
    wsClient: graphqlWs.createClient({ url: socketUrl.href, connectionParams: () => headers }),
  });

  ReactDOM.createRoot(place).render(
    React.createElement(GraphiQL, {
      fetcher: async (parameters, options) => {
        headers = typedHeaders(options && options.headers);
        const sent = { ...(await sessionHeaders(headers)), ...headers };
        return fetcher(parameters, { ...options, headers: sent });
      },
      storage: sessionStorage,
      shouldPersistHeaders: true,
      defaultEditorToolsVisibility: 'headers',
      defaultHeaders,
      defaultQuery,
    }),
  );
})();
