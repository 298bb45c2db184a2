import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

const answerLimitMs = 600_000

/** A part of a bench in its own process. */
export interface Child {
  /** Its next message; refused when it ends before or says nothing for ten minutes. */
  receive<T>(): Promise<T>
  ask<T>(word: string | object): Promise<T>
  send(word: string): void
  /** Lets it clean up, and waits until it is gone. */
  end(): Promise<void>
}

export function startChild(file: URL, args: readonly string[] = []): Child {
  const child = fork(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const heard = async <T>(): Promise<T> => {
    const limit = AbortSignal.timeout(answerLimitMs)
    const ended = once(child, 'exit', { signal: limit }).then(() => Promise.reject(new Error(`${file.pathname} ended too early`)))
    const [message] = (await Promise.race([once(child, 'message', { signal: limit }), ended])) as [T]
    ended.catch(() => {})
    return message
  }
  return {
    receive: heard,
    ask: (word) => {
      const answer = heard
      child.send(word)
      return answer()
    },
    send: (word) => void child.send(word),
    end: () => gone(child),
  }
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  const limit = setTimeout(() => child.kill('SIGKILL'), 20_000)
  if (child.connected) child.disconnect()
  await exit
  clearTimeout(limit)
}
