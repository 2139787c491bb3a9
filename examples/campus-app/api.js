import { createClient, unwrap } from 'events-and-gigs-client';

export { unwrap };
/** The user of this tab: a second tab can be another. */
export const user = sessionStorage.getItem('user');

export const api = createClient({
  baseUrl: location.origin,
  token: (refused) => (refused ? signIn(user) : sessionStorage.getItem('token')),
});

/** Signs in with a development token. In production, your identity provider gives one. */
export async function signIn(userId) {
  const { accessToken } = unwrap(await api.POST('/auth/token', { body: { userId } }));
  sessionStorage.setItem('user', userId);
  sessionStorage.setItem('token', accessToken);
  return accessToken;
}
