export { serveCall as GET, serveCall as POST } from '#lib/transport/grpc/calls.ts';
