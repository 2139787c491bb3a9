/** An immutable map of Swagger UI's. */
interface Tree {
  getIn(path: string[]): unknown;
}

/** What the plugin uses of Swagger UI's system. */
interface System {
  React: { createElement(type: string, attributes: object | null, ...children: unknown[]): unknown };
  authActions: {
    authorizeWithPersistOption(authorizations: object): void;
    logoutWithPersistOption(names: string[]): void;
  };
  authSelectors: { authorized(): Tree | undefined };
  specSelectors: { specJson(): Tree };
}

type Original<Result> = (...parameters: unknown[]) => Result;

/**
 * A plugin of Swagger UI. A token that is made on the page signs the page in, and a bar says as whom. An operation that
 * answers a stream cannot be executed, since Swagger UI would wait for its end. Browsers get the source of this function
 * alone, so it uses nothing from outside.
 */
export function signInPlugin({ React }: System): object {
  const SCHEME = 'bearer';
  const CREATED = 201;

  /** Whom a token names, only to show it: the service alone verifies tokens. */
  function nameIn(token: unknown): string {
    try {
      const payload = String(token).split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? '';
      const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
      const { sub, name } = JSON.parse(new TextDecoder().decode(bytes));
      return name ? `${name} (${sub})` : `${sub}`;
    } catch {
      return 'nobody: the token is not a JWT';
    }
  }

  function SignInBar({ authActions, authSelectors }: System): unknown {
    const token = authSelectors.authorized()?.getIn([SCHEME, 'value']);
    const signOut = () => authActions.logoutWithPersistOption([SCHEME]);
    return React.createElement(
      'div',
      { className: 'sign-in-bar', role: 'status' },
      token ? `Signed in as ${nameIn(token)} ·` : 'Not signed in',
      token && React.createElement('button', { type: 'button', onClick: signOut }, 'Sign out'),
    );
  }

  /** Where Swagger UI stores an answer, to show it. */
  const setResponse =
    (original: Original<unknown>, { authActions, specSelectors }: System) =>
    (path: string, method: string, response: { status: number; body?: { accessToken?: string } }) => {
      if (path === '/auth/token' && response.status === CREATED) {
        const schema = specSelectors.specJson().getIn(['components', 'securitySchemes', SCHEME]);
        const value = response.body?.accessToken;
        authActions.authorizeWithPersistOption({ [SCHEME]: { name: SCHEME, schema, value } });
      }
      return original(path, method, response);
    };

  const allowTryItOutFor =
    (original: Original<boolean>, { specSelectors }: System) =>
    (state: unknown, path: string, method: string) => {
      const answer = ['paths', path, method, 'responses', '200', 'content', 'text/event-stream'];
      return !specSelectors.specJson().getIn(answer) && original(state, path, method);
    };

  return {
    components: { Topbar: SignInBar },
    statePlugins: { spec: { wrapActions: { setResponse }, wrapSelectors: { allowTryItOutFor } } },
  };
}
