'use client';

import { FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { RuleTesterProps } from '#app/(console)/groups/[group]/providers/rule-tester.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

const RuleTester = lazy(async () => ({
  default: (await import('#app/(console)/groups/[group]/providers/rule-tester.tsx')).RuleTester,
}));

/** Opens the test of role rules; renders nothing without rules. */
export function RuleTest(props: RuleTesterProps) {
  const [isShown, setShown] = useState(false);
  if (props.rules.length === 0) return null;
  if (!isShown) {
    return (
      <Button icon={FlaskConical} className="self-start" onPress={() => setShown(true)}>
        Test with claims
      </Button>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <RuleTester {...props} />
    </Suspense>
  );
}
