import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { verification } from '#contract/calls/verification.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AdvancedForm } from './AdvancedForm.tsx'
import { emptyAdvanced } from './advanced.ts'

export const Route = createFileRoute('/_signedIn/shenfenRenzhengAd')({ component: AdvancedVerification })

/** Advanced verification: address and its proof, where the money comes from, an emergency contact (product §4.2 row 11). */
function AdvancedVerification() {
  const { t } = useLingui()
  const user = useUser()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(query(verification.applications, {}))
  const [known] = useState(() => ({
    address: user?.personal?.address ?? '',
    phone: user?.personal?.phone ?? '',
    areaCode: user?.personal?.areaCode ?? '',
  }))
  const last = data?.find(({ level }) => level === 2)
  if (!user || !data)
    return (
      <Shown>
        {error ? (
          <FailedRead title={t`Your verification could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </Shown>
    )
  if (user.kycStatus === 0)
    return (
      <Shown>
        <Empty
          text={t`The basic verification comes first.`}
          action={
            <ButtonLink to={path.verification}>
              <Trans>Verify your identity</Trans>
            </ButtonLink>
          }
        />
      </Shown>
    )
  if (last && !last.canResubmit)
    return (
      <Shown>
        <Empty
          text={last.status === 0 ? t`Your papers are being checked.` : t`Your advanced verification is done.`}
          action={
            <ButtonLink to={path.verificationResult} kind="secondary">
              <Trans>See how it stands</Trans>
            </ButtonLink>
          }
        />
      </Shown>
    )
  return (
    <AdvancedForm
      initial={{ ...emptyAdvanced, ...known }}
      toFix={last?.fieldsToFix ?? []}
      onDone={() => void navigate({ to: path.verificationResult, replace: true })}
    />
  )
}

function Shown({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`Advanced verification`} back={path.verificationResult}>
      {children}
    </ScreenLayout>
  )
}
