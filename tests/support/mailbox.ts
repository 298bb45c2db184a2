import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { patienceMs } from './patience.ts'

/** A real mail server on loopback that keeps what it is sent. */
export async function startMailbox() {
  const letters: string[] = []
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // A greeting asks no name server, and whoever is still connected at the end is not waited for.
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, _session, done) {
      let letter = ''
      stream.on('data', (part: Buffer) => {
        letter += part.toString()
      })
      stream.on('end', () => {
        letters.push(letter)
        received.push(letter)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}/?from=desk@fairlead.example`,
    /** The code in the newest unread letter to an address; waits for it. */
    async codeFor(address: string): Promise<string> {
      for (const until = Date.now() + patienceMs; Date.now() < until; ) {
        const at = letters.findLastIndex((letter) => letter.includes(address))
        const code = /\b(\d{6})\b/.exec(letters[at] ?? '')?.[1]
        if (code) {
          letters.splice(at, 1)
          return code
        }
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`no letter for ${address}`)
    },
    /** The newest unread letter to an address with these words in it, its subject in front; waits for it. */
    async letterWith(address: string, words: string): Promise<string> {
      for (const until = Date.now() + patienceMs; Date.now() < until; ) {
        for (const letter of letters.filter((letter) => letter.includes(address)).toReversed()) {
          const { subject = '', text = '' } = await simpleParser(letter)
          const whole = `${subject}\n${text}`
          if (!whole.includes(words)) continue
          letters.splice(letters.indexOf(letter), 1)
          return whole
        }
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`no letter for ${address} with: ${words}`)
    },
    /** Every letter so far, read or not: subject and text. */
    everyLetter: () =>
      Promise.all(
        received.map(async (letter) => {
          const { subject = '', text = '' } = await simpleParser(letter)
          return `${subject}\n${text}`
        }),
      ),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
