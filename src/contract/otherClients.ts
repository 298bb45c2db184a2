/**
 * Calls of the requirements that this app itself has no need of, each with the reason. They are answered and tested like all others, for other
 * clients; `npm run docs` prints the reason beside the call. A table of its own, because the rows travel with the app.
 */
export const callsForOtherClients: Readonly<Record<string, string>> = {
  'account.checkGoogleAuth':
    'A client that shows the authenticator field beside the password. This app asks for the code as a second step, once the password was right, and so tells nobody which accounts have one.',
  'market.prices': 'A client that asks for single prices again and again. This app reads the list of markets, and from then on the stream.',
  'market.currencies':
    'A client that offers all currencies in one list. In this app the wallet, the networks and the markets each name what can be used there.',
  'market.rate': 'A client that converts single amounts. In this app totals arrive converted, and a swap has a quote of its own.',
  'settings.serverTime': 'A client that reads the clock by itself. This app reads the header X-Server-Time, which every answer carries.',
  'verification.isBegun':
    'A client that asks only whether an application exists. This app reads the list of applications, which says it too.',
  'verification.isDone': 'A client that asks only what is verified. This app reads it from the signed-in person.',
}
