/** What a test of a registry says, and at which field of the form. */
import { violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import {
  type RegistryConnection,
  type RegistryReport,
  testRegistry,
} from '#lib/client/resources/registry-sources.ts';

export interface SourceTest {
  /** What the registry has; absent if the test failed. */
  found?: string;
  /** The problem by field. */
  wrong: Readonly<Record<string, string>>;
}

/** @throws whatever error names no field. */
export async function testSource(
  group: string,
  connection: RegistryConnection,
  labels: Readonly<Record<string, string>>,
): Promise<SourceTest> {
  try {
    return resultOf(await testRegistry(group, connection), connection);
  } catch (error) {
    const violations = Object.entries(violationsOf(error));
    if (violations.length === 0) throw error;
    return {
      wrong: Object.fromEntries(
        violations.map(([path, text]) => [path, violationText(labels[path] ?? path, text)]),
      ),
    };
  }
}

function resultOf(report: RegistryReport, { username }: RegistryConnection): SourceTest {
  const { outcome, step, description } = report;
  if (outcome === 'OK') return { found: description, wrong: {} };
  if (outcome === 'UNAVAILABLE') return { wrong: { url: `${description} ${WHEN_UNAVAILABLE}` } };
  if (outcome !== 'DENIED') return { wrong: { url: description } };
  // The registry lets the account in, but does not let it read.
  return {
    wrong: { [username === '' || step !== 'REGISTRY' ? 'username' : 'password']: description },
  };
}

const WHEN_UNAVAILABLE =
  'Check the address, and that its certificate is trusted. Private addresses need GROVE_ALLOW_PRIVATE_REGISTRIES.';
