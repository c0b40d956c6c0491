/** The schema of an error. */
const text = (description: string) => ({ type: 'string', description });

export const ERROR_SCHEMA = {
  type: 'object',
  description: 'What went wrong.',
  required: ['code', 'message', 'details'],
  additionalProperties: false,
  properties: {
    code: { type: 'integer', description: "The code in gRPC's numbering." },
    message: text('The category, a colon, and the cause.'),
    details: {
      type: 'array',
      description: 'An ErrorInfo, and what its reason adds.',
      items: {
        type: 'object',
        description: 'A detail; its other members follow from its type.',
        required: ['@type'],
        properties: {
          '@type': text('Which of the messages of `google.rpc` it is.'),
          reason: text('Of an ErrorInfo, the name of the code.'),
          domain: text('Of an ErrorInfo, the installation.'),
          metadata: {
            type: 'object',
            description: 'Of an ErrorInfo, the request id and what else a program may need.',
            additionalProperties: { type: 'string' },
          },
          fieldViolations: {
            type: 'array',
            description: 'Of a BadRequest, each failing field.',
            items: {
              type: 'object',
              required: ['field', 'description'],
              properties: {
                field: text('Its path in the body, or the name of the parameter or header.'),
                description: text('What it must be.'),
              },
            },
          },
          violations: {
            type: 'array',
            description:
              'Of a PreconditionFailure, what must be done first. Of a QuotaFailure, the limits that are reached.',
            items: {
              type: 'object',
              required: ['description'],
              properties: {
                type: text('Of a PreconditionFailure, such as `RESOURCE_NOT_EMPTY`.'),
                subject: text('What it is about. Of a QuotaFailure, the group that has the limit.'),
                description: text('In words.'),
                quotaId: text('Of a QuotaFailure, the name of the limit, such as `identities`.'),
                quotaValue: text('Of a QuotaFailure, how many there may be.'),
              },
            },
          },
          resourceType: text('Of a ResourceInfo, the kind of the resource.'),
          resourceName: text(
            'Of a ResourceInfo, its uid; of ALREADY_EXISTS, the value that is taken.',
          ),
          description: text('Of a ResourceInfo, its problem.'),
        },
      },
    },
  },
};
