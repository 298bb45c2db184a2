import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { verification } from '#contract/calls/verification.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AdvancedVerificationForm } from './AdvancedVerificationForm.tsx'
import { emptyAdvancedVerificationFields } from './advanced.ts'

export const Route = createFileRoute('/_signedIn/shenfenRenzhengAd')({ component: AdvancedVerification })

/** Advanced verification: address and its proof, where the money comes from, an emergency contact. */
function AdvancedVerification() {
  const { t } = useLingui()
  const user = useUser()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(apiReadQuery(verification.applications, {}))
  const [initialFields] = useState(() => ({
    address: user?.personal?.address ?? '',
    phone: user?.personal?.phone ?? '',
    areaCode: user?.personal?.areaCode ?? '',
  }))
  const lastApplication = data?.find(({ level }) => level === 2)
  if (!user || !data)
    return (
      <AdvancedVerificationLayout>
        {error ? (
          <LoadErrorState title={t`Your verification could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </AdvancedVerificationLayout>
    )
  if (user.kycStatus === 0)
    return (
      <AdvancedVerificationLayout>
        <EmptyState
          text={t`The basic verification comes first.`}
          action={
            <ButtonLink to={path.verification}>
              <Trans>Verify your identity</Trans>
            </ButtonLink>
          }
        />
      </AdvancedVerificationLayout>
    )
  if (lastApplication && !lastApplication.canResubmit)
    return (
      <AdvancedVerificationLayout>
        <EmptyState
          text={lastApplication.status === 0 ? t`Your papers are being checked.` : t`Your advanced verification is done.`}
          action={
            <ButtonLink to={path.verificationResult} kind="secondary">
              <Trans>See how it stands</Trans>
            </ButtonLink>
          }
        />
      </AdvancedVerificationLayout>
    )
  return (
    <AdvancedVerificationForm
      initial={{ ...emptyAdvancedVerificationFields, ...initialFields }}
      toFix={lastApplication?.fieldsToFix ?? []}
      onDone={() => void navigate({ to: path.verificationResult, replace: true })}
    />
  )
}

function AdvancedVerificationLayout({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`Advanced verification`} back={path.verificationResult}>
      {children}
    </ScreenLayout>
  )
}
