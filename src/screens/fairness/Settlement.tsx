import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signedIn/jiesuanInfo')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_signedIn/jiesuanInfo"!</div>
}
