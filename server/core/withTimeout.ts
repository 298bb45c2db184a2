/** The work's answer, or a failure with `words` once the time is up; the work itself goes on. */
export async function withTimeout<T>(limitMs: number, work: Promise<T>, words = `no answer within ${limitMs} ms`): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(words)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
