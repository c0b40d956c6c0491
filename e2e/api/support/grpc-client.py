"""A client of Grove in Python: calls it over gRPC, prints what it was answered as JSON.

Arguments: the folder of the generated modules, the address, a token, the uid of a group.
"""

import json
import sys

folder, address, token, root = sys.argv[1:]
sys.path.insert(0, folder)

import grpc
from google.protobuf import field_mask_pb2
from google.rpc import error_details_pb2, status_pb2
from grove.common.v2beta1 import uidp_pb2
from grove.iam.v2beta1 import groups_pb2, groups_pb2_grpc, role_bindings_pb2, role_bindings_pb2_grpc

metadata = (("authorization", "Bearer " + token),)


def failure(call):
    """The code of the error that the call ends with, and its details."""
    try:
        call()
    except grpc.RpcError as error:
        found = {key: value for key, value in error.trailing_metadata()}
        status = status_pb2.Status.FromString(found["grpc-status-details-bin"])
        info = error_details_pb2.ErrorInfo()
        bad = error_details_pb2.BadRequest()
        for detail in status.details:
            for message in (info, bad):
                if detail.Is(message.DESCRIPTOR):
                    detail.Unpack(message)
        return {
            "code": error.code().name,
            "message": status.message,
            "reason": info.reason,
            "fields": [violation.field for violation in bad.field_violations],
        }
    raise AssertionError("the call succeeded")


with grpc.insecure_channel(address) as channel:
    groups = groups_pb2_grpc.GroupsServiceStub(channel)
    bindings = role_bindings_pb2_grpc.RoleBindingsServiceStub(channel)
    made = groups.CreateGroup(
        groups_pb2.CreateGroupRequest(
            parent_uid=root, group=groups_pb2.Group(name="snakes", description="From Python")
        ),
        metadata=metadata,
        timeout=10,
    )
    changed = groups.UpdateGroup(
        groups_pb2.UpdateGroupRequest(
            group=groups_pb2.Group(uid=made.uid, name="ignored"),
            update_mask=field_mask_pb2.FieldMask(paths=["description"]),
        ),
        metadata=metadata,
    )
    page = groups.ListGroups(
        groups_pb2.ListGroupsRequest(
            uidp=uidp_pb2.UidpFilter(descendants_of=root), order_by="name desc", page_size=1
        ),
        metadata=metadata,
    )
    held = bindings.ListRoleBindings(
        role_bindings_pb2.ListRoleBindingsRequest(group=root), metadata=metadata
    )
    answers = {
        "made": [made.uid, made.name, made.description, made.create_time.ToJsonString()[:4]],
        "changed": [changed.name, changed.description],
        "page": [page.total_count, [group.name for group in page.groups]],
        "roles": [binding.role.name for binding in held.role_bindings],
        "invalid": failure(
            lambda: groups.CreateGroup(
                groups_pb2.CreateGroupRequest(parent_uid=root, group=groups_pb2.Group(name="No!")),
                metadata=metadata,
            )
        ),
        "anonymous": failure(lambda: groups.ListGroups(groups_pb2.ListGroupsRequest())),
    }

print(json.dumps(answers))
