import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Goes back; to that screen where there is nothing to go back to. */
export function useGoBack(fallback: string): () => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: fallback, replace: true })
  }
}
