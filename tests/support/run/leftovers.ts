import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  command: string
}

/**
 * The processes that name this folder in their command or their environment, as all do that were started with it as TMPDIR. Empty where the
 * system has no /proc.
 */
export function processesNaming(folder: string): RunningProcess[] {
  return processIds().flatMap((pid) => {
    const command = textOf(pid, 'cmdline')
    const isIts = pid !== process.pid && (command.includes(folder) || textOf(pid, 'environ').includes(folder))
    return isIts ? [{ pid, command: command.trim() }] : []
  })
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** Empty for a process that has ended, or that is another user's. */
function textOf(pid: number, of: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${of}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
